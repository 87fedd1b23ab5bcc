import { defineSuggest } from './pages/suggest/element.ts'

/*
 * The element `<kalends-suggest>`: a form by which the public suggests events. Loading this module defines it. Where
 * there is no DOM, as on a server, it does nothing.
 */

defineSuggest('kalends-suggest')
