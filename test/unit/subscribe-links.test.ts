import { subscribeLinks } from 'kalends/client'
import { expect, test } from 'vitest'

test('the addresses for a feed of a category, each encoded where it is a parameter', () => {
  expect(
    subscribeLinks(
      'https://town.example/vendor/events/v1/events.ics?categories=rock&tags=a%26b',
      'Rock & Co',
    ),
  ).toEqual({
    url: 'https://town.example/vendor/events/v1/events.ics?categories=rock&tags=a%26b',
    webcal: 'webcal://town.example/vendor/events/v1/events.ics?categories=rock&tags=a%26b',
    google:
      'https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Ftown.example%2Fvendor%2Fevents%2Fv1%2Fevents.ics%3Fcategories%3Drock%26tags%3Da%2526b',
    outlook:
      'https://outlook.live.com/calendar/0/addfromweb?url=https%3A%2F%2Ftown.example%2Fvendor%2Fevents%2Fv1%2Fevents.ics%3Fcategories%3Drock%26tags%3Da%2526b&name=Rock%20%26%20Co',
    office365:
      'https://outlook.office.com/calendar/0/addfromweb?url=https%3A%2F%2Ftown.example%2Fvendor%2Fevents%2Fv1%2Fevents.ics%3Fcategories%3Drock%26tags%3Da%2526b&name=Rock%20%26%20Co',
  })
})

test('a parameter gives the address back', () => {
  const { url, webcal, google, outlook } = subscribeLinks('http://localhost:8080/events.ics?search=a+b', '')
  expect(new URL(google).searchParams.get('cid')).toBe(webcal)
  expect(new URL(outlook).searchParams.get('url')).toBe(url)
})

test('needs the whole address, because other programs read it', () => {
  expect(() => subscribeLinks('/events.ics', 'Events')).toThrow(TypeError)
})
