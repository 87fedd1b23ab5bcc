import { mountFeatures } from '../../src/core/mounted.ts'
import { createRoutes, type RoutesOptions } from '../../src/core/routes/index.ts'
import { FEATURES } from '../../src/features.ts'

/** The routes of a calendar with these options. */
export const allRoutes = (options: RoutesOptions['options'] = {}) =>
  createRoutes({
    ...{ namespace: 'vendor/events/v1', options },
    ofFeatures: mountFeatures(FEATURES, options).routes,
  })
