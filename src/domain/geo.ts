/*
 * Distances on a sphere of the earth's mean radius: within half a percent of the truth, which is what "near" needs.
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
 * The latitudes, and the longitudes where one range can hold them, outside of which nothing is as near as `km`. No
 * longitudes near a pole or across the 180th meridian, where a range would not do.
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
