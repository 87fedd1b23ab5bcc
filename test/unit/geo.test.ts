import { describe, expect, test } from 'vitest'
import { boundingBox, distanceKm } from '../../src/core/domain/records/geo.ts'

const BOULDER = { lat: 40.015, lng: -105.2705 }
const DENVER = { lat: 39.7392, lng: -104.9903 }

describe('distances', () => {
  test.each([
    ['a place and itself', BOULDER, BOULDER, 0],
    ['two cities', BOULDER, DENVER, 38.87],
    ['the same the other way round', DENVER, BOULDER, 38.87],
    ['a degree of latitude', { lat: 0, lng: 0 }, { lat: 1, lng: 0 }, 111.19],
    ['a degree of longitude at the equator', { lat: 0, lng: 10 }, { lat: 0, lng: 11 }, 111.19],
    ['a degree of longitude far north', { lat: 60, lng: 10 }, { lat: 60, lng: 11 }, 55.6],
    ['across the 180th meridian', { lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 }, 111.19],
    ['pole to pole', { lat: 90, lng: 0 }, { lat: -90, lng: 0 }, 20_015.09],
    ['two ends of the earth', { lat: 12.34, lng: 56.78 }, { lat: -12.34, lng: -123.22 }, 20_015.09],
  ])('%s', (_what, from, to, km) => {
    expect(distanceKm(from, to)).toBeCloseTo(km, 1)
  })
})

describe('boxes', () => {
  test('reach as far north, south, east and west', () => {
    const { latitude, longitude } = boundingBox({ lat: 60, lng: 10 }, 111.19)
    expect(latitude.gte).toBeCloseTo(59, 2)
    expect(latitude.lte).toBeCloseTo(61, 2)
    // Further than two degrees, since the northern side is the one where degrees are shortest.
    expect(longitude?.gte).toBeCloseTo(10 - 1 / Math.cos((61 * Math.PI) / 180), 2)
    expect(longitude?.lte).toBeCloseTo(10 + 1 / Math.cos((61 * Math.PI) / 180), 2)
  })

  test('go by the side that is nearer to its pole, in the south too', () => {
    const north = boundingBox({ lat: 45, lng: 0 }, 500)
    const south = boundingBox({ lat: -45, lng: 0 }, 500)
    expect(south.longitude?.lte).toBeCloseTo(north.longitude?.lte ?? 0, 9)
    expect(south.latitude.lte).toBeCloseTo(-north.latitude.gte, 9)
  })

  test('have no longitudes near a pole, nor across the 180th meridian', () => {
    expect(boundingBox({ lat: 88.5, lng: 0 }, 60).longitude).toBeUndefined()
    expect(boundingBox({ lat: -88.5, lng: 0 }, 60).longitude).toBeUndefined()
    expect(boundingBox({ lat: 87, lng: 0 }, 60).longitude).toBeDefined()
    expect(boundingBox({ lat: 0, lng: 179 }, 200).longitude).toBeUndefined()
    expect(boundingBox({ lat: 0, lng: -179 }, 200).longitude).toBeUndefined()
    expect(boundingBox({ lat: 0, lng: 179 }, 100).longitude).toBeDefined()
    expect(boundingBox({ lat: 0, lng: -179 }, 100).longitude).toBeDefined()
  })

  test('end at the poles', () => {
    expect(boundingBox({ lat: 89, lng: 0 }, 500).latitude.lte).toBe(90)
    expect(boundingBox({ lat: -89, lng: 0 }, 500).latitude.gte).toBe(-90)
  })

  test('hold everything that is near', () => {
    for (const lat of [-80, -45, 0, 30, 60, 80]) {
      for (const km of [1, 25, 400]) {
        const { latitude, longitude } = boundingBox({ lat, lng: 20 }, km)
        for (let turn = 0; turn < 360; turn += 15) {
          const point = {
            lat: lat + (km / 112) * Math.sin((turn * Math.PI) / 180),
            lng: 20 + (km / 112 / Math.cos((lat * Math.PI) / 180)) * Math.cos((turn * Math.PI) / 180),
          }
          if (distanceKm({ lat, lng: 20 }, point) > km) continue
          expect(point.lat).toBeGreaterThanOrEqual(latitude.gte)
          expect(point.lat).toBeLessThanOrEqual(latitude.lte)
          if (longitude === undefined) continue
          expect(point.lng).toBeGreaterThanOrEqual(longitude.gte)
          expect(point.lng).toBeLessThanOrEqual(longitude.lte)
        }
      }
    }
  })
})
