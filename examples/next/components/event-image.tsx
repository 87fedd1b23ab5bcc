import type { Image } from 'kalends/client'

/**
 * A picture where it is. `next/image` would have the server fetch it, from whatever address an editor typed; nor is
 * it told which page showed it.
 */
export function EventImage({ image }: { image: Image | null }) {
  if (image === null) return null
  const size = image.width > 0 ? { width: image.width, height: image.height } : {}
  return (
    <img
      className="event-image"
      src={image.url}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      {...size}
    />
  )
}
