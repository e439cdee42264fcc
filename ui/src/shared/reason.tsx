// A reason in words; *…* is emphasis and nothing else is markup. Parts of it may quote a server.
import { ServerText } from "./server-text";

export function Reason({ text }: { text: string }) {
  // Odd pieces stand between a pair of stars; a star without a partner stays a star.
  const pieces = text.split(/\*([^*]+)\*/);
  if (pieces.length === 1) return <ServerText text={text} />;
  return (
    <>
      {pieces.map((piece, index) => {
        if (!piece) return null;
        const shown = <ServerText text={piece} />;
        return index % 2 ? <em key={index}>{shown}</em> : <span key={index}>{shown}</span>;
      })}
    </>
  );
}
