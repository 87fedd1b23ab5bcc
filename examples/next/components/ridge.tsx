/** The slabs of rock above the town. */
export function Ridge() {
  return (
    <svg className="ridge" viewBox="0 0 48 32" aria-hidden="true" focusable="false">
      <circle className="ridge-sun" cx="37" cy="9" r="5" />
      <path className="ridge-far" d="M0 30 9 12l5 7 8-15 7 13 6-9 13 22z" />
      <path className="ridge-near" d="M2 32 14 14l3 18zM17 32 25 9l5 23zM31 32l7-16 9 16z" />
    </svg>
  )
}
