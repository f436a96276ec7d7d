interface Refused {
  readonly itemId: string;
  readonly text: string;
  readonly message: string;
}

const mostShown = 10;

/** Lists the phrases that were left out, each with the reason. */
export function RefusedList({ refused }: { readonly refused: readonly Refused[] }) {
  if (refused.length === 0) return null;
  const more = refused.length - mostShown;
  return (
    <>
      <p>{refused.length === 1 ? 'One question was left out:' : `${refused.length} questions were left out:`}</p>
      <ul className="stack-tight">
        {refused.slice(0, mostShown).map(({ itemId, text, message }) => (
          <li key={`${itemId} ${text}`} className="small breaks">
            “{text}”: {message}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="small">And {more} more.</p>}
    </>
  );
}
