/*
 * All screens but the list and the event: one file of the page, which comes after the list is there.
 */

export { FeedsScreen } from './feeds.tsx'
export { ImagesScreen } from './images.tsx'
export { ImportScreen } from './import.tsx'
export { RecordScreen } from './record.tsx'
export { RecordsScreen } from './records.tsx'
export { SubscriptionScreen } from './subscription.tsx'
export { SubscriptionsScreen } from './subscriptions.tsx'
