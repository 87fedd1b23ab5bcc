const query = new URLSearchParams(location.search)

export const month = query.get('month') ?? ''
export const zone = query.get('zone') ?? ''
export const element = document.body.appendChild(document.createElement('main'))
