import { defineElement } from './pages/embed/element.ts'
import { LIST_ATTRIBUTES, showList } from './pages/embed/list.ts'
import { MONTH_ATTRIBUTES, showMonth } from './pages/embed/month.ts'

/*
 * The elements `<kalends-list>` and `<kalends-month>`. Loading this module defines them. Where there is no DOM, as on a
 * server, it does nothing.
 */

defineElement('kalends-list', LIST_ATTRIBUTES, showList)
defineElement('kalends-month', MONTH_ATTRIBUTES, showMonth)
