// Reason text; *…* is emphasis, the only markup. It can contain text from a server.
import { ServerText } from "./server-text";

export function Reason({ text }: { text: string }) {
  // Pieces with an odd index are between two asterisks; an unpaired asterisk stays literal.
  const pieces = text.split(/\*([^*]+)\*/);
  if (pieces.length === 1) return <ServerText text={text} />;
  return (
    <>
      {pieces.map((piece, index) => {
        if (!piece) return null;
        const content = <ServerText text={piece} />;
        return index % 2 ? <em key={index}>{content}</em> : <span key={index}>{content}</span>;
      })}
    </>
  );
}
