import { copyButton } from './elements.ts'
import { formOf } from './form.ts'

/*
 * Adds the forms, the filter and the buttons to the page, which is complete without a script. Everything that this
 * script needs is in the page. `../script.ts` is generated from this file.
 */

/** The address of the API in this browser. Behind a proxy, it can differ from the address in the document. */
const api = location.origin + location.pathname.replace(/\/doc\/*$/, '')

const tools = document.getElementById('tools')
const filter = document.getElementById('filter')
const authorization = document.getElementById('authorization')
const found = document.getElementById('found')
const operations = [...document.querySelectorAll<HTMLDetailsElement>('[data-path]')]

function show(id: string): void {
  const target = document.getElementById(id)
  const details = target?.closest('details')
  if (details) details.open = true
  target?.scrollIntoView()
}

function prepareDetails(details: HTMLDetailsElement, field: HTMLInputElement): void {
  const inside = details.querySelector('.inside')
  const anchors = details.querySelector('.anchors')
  const link = anchors?.querySelector('a')
  if (link) anchors?.append(copyButton('Copy link', () => link.href))
  inside?.append(formOf(details, api, field))
}

function applyFilter(words: string): void {
  const terms = words.toLowerCase().split(/\s+/)
  let count = 0
  for (const details of operations) {
    const text = `${details.querySelector('summary')?.textContent} ${details.querySelector('.anchors')?.textContent}`
    details.hidden = !terms.every((word) => text.toLowerCase().includes(word))
    if (!details.hidden) count++
  }
  for (const section of document.querySelectorAll<HTMLElement>('main > section')) {
    const own = [...section.querySelectorAll<HTMLElement>('[data-path]')]
    section.hidden = words.trim() !== '' && own.every(({ hidden }) => hidden)
  }
  if (found) found.textContent = words.trim() === '' ? '' : `${count} of ${operations.length}`
}

if (tools && filter instanceof HTMLInputElement && authorization instanceof HTMLInputElement) {
  tools.hidden = false
  filter.addEventListener('input', () => applyFilter(filter.value))
  for (const details of operations) {
    details.addEventListener('toggle', () => prepareDetails(details, authorization), { once: true })
  }
  addEventListener('hashchange', () => show(decodeURIComponent(location.hash.slice(1))))
  show(decodeURIComponent(location.hash.slice(1)))
}
