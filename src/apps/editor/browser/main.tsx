import { render } from 'preact'
import { loadMe, statusOf } from './api.ts'
import { App } from './app.tsx'
import { beginList } from './list/load.ts'
import { wordsFor } from './notices.ts'
import { keepAuthorization, takeToken } from './session.ts'

/** Starts the page: who asks, then the screen of the address. */
async function start(root: HTMLElement): Promise<void> {
  takeToken()
  try {
    await loadMe()
  } catch (error) {
    // A token that is not valid any more: as a visitor, who can sign in.
    if (statusOf(error) !== 401) throw error
    keepAuthorization('')
    await loadMe()
  }
  beginList()
  root.replaceChildren()
  render(<App />, root)
}

const root = document.getElementById('app')
if (root !== null) {
  start(root).catch((error: unknown) => {
    const status = root.querySelector('[role="status"]')
    if (status !== null) status.textContent = wordsFor(error)
  })
}
