import { readMe as operation } from '../operations/me.ts'
import { endpoint, type Route } from './route.ts'

export const readMe = (routes: readonly Route[]) =>
  endpoint({
    operation: 'readMe',
    run: (context) => operation(context, routes),
  })
