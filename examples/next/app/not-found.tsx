import Link from 'next/link'

export default function NotFound() {
  return (
    <div className="narrow">
      <h1>Nothing here</h1>
      <p>There is no such page, or no such event any more.</p>
      <p>
        <Link href="/">What is on this month</Link>
      </p>
    </div>
  )
}
