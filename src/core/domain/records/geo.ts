/*
 * Distances on a sphere with the earth's mean radius. The error is within half a percent, which is enough for "near".
 */

const EARTH_RADIUS_KM = 6371
const radians = (degrees: number): number => (degrees * Math.PI) / 180
const degrees = (radians: number): number => (radians * 180) / Math.PI

/** Great-circle distance in kilometres (haversine formula); latitudes and longitudes in degrees. */
export function distanceKm(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const north = Math.sin(radians(b.lat - a.lat) / 2) ** 2
  const east = Math.sin(radians(b.lng - a.lng) / 2) ** 2
  const half = north + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * east
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)))
}

/**
 * The ranges of latitude and longitude that contain every point within `km`. `longitude` is `undefined` near a pole and
 * across the 180th meridian, where one range is not enough.
 */
export function boundingBox(center: { lat: number; lng: number }, km: number) {
  const reach = degrees(km / EARTH_RADIUS_KM)
  const latitude = { gte: Math.max(-90, center.lat - reach), lte: Math.min(90, center.lat + reach) }
  const widest = Math.max(Math.abs(latitude.gte), Math.abs(latitude.lte))
  const across = widest >= 89 ? Number.POSITIVE_INFINITY : reach / Math.cos(radians(widest))
  const west = center.lng - across
  const east = center.lng + across
  return { latitude, longitude: west < -180 || east > 180 ? undefined : { gte: west, lte: east } }
}
