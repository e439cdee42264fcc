// Content blocks of a result, in order. An address is plain text: nothing from a server is clickable.
import type { ContentBlock } from "../../backend";
import { clip } from "../../shared/clip";
import { ServerText } from "../../shared/server-text";
import { formatSize } from "../../shared/format-size";
import { usePages } from "./many-fields";
import { TextOrTree } from "./text-or-tree";
import styles from "./result.module.css";

/** Accepts only images that the engine re-encoded; any other image would be the server's bytes. */
const isReencoded = (picture: string | null): picture is string => picture?.startsWith("data:image/png;base64,") ?? false;

type Props = {
  pieces: readonly ContentBlock[];
  /** The tool reported an error. */
  failed: boolean;
};

export function ResultContent({ pieces, failed }: Props) {
  const { shown, more } = usePages(pieces.length);
  return (
    <div className={styles.pieces} data-failed={failed || undefined} data-testid="run-pieces">
      {pieces.slice(0, shown).map((piece, index) => (
        <div key={index}>
          <PieceView piece={piece} name={pieces.length === 1 ? "" : ` ${(index + 1).toLocaleString("en")}`} />
        </div>
      ))}
      {more}
    </div>
  );
}

function Facts({ children }: { children: string }) {
  return (
    <p className={styles.dim}>
      <ServerText text={clip(children, 400)} limit={4} />
    </p>
  );
}

const address = (uri: string) => (
  <p className={styles.address}>
    <code>
      <ServerText text={clip(uri, 600)} limit={6} />
    </code>
  </p>
);

function PieceView({ piece, name }: { piece: ContentBlock; name: string }) {
  switch (piece.kind) {
    case "text":
      return <TextOrTree text={piece.text} label={`Text${name}`} />;
    case "image":
      return <Picture piece={piece} name={name} />;
    case "audio":
      return <Facts>{`Audio${name}, ${piece.mime}, ${formatSize(piece.bytes)}. It is not played here.`}</Facts>;
    case "link":
      return (
        <>
          <Facts>{`Link${name}: ${piece.name}${piece.mime === null ? "" : `, ${piece.mime}`}`}</Facts>
          {address(piece.uri)}
        </>
      );
    case "resource":
      return (
        <>
          <Facts>{`Resource${name}, ${piece.mime ?? "of no known kind"}, ${formatSize(piece.bytes)}`}</Facts>
          {address(piece.uri)}
          {piece.text === null ? null : <TextOrTree text={piece.text} label={`Text of the resource${name}`} />}
        </>
      );
    case "unknown":
      return (
        <>
          <Facts>{`Something of a kind that is not known${name}`}</Facts>
          <TextOrTree text={piece.json} label={`JSON${name}`} />
        </>
      );
  }
}

function Picture({ piece: { picture, mime, bytes, why }, name }: { piece: Extract<ContentBlock, { kind: "image" }>; name: string }) {
  const caption = `Image${name}, ${mime}, ${formatSize(bytes)}`;
  if (!isReencoded(picture)) return <Facts>{`${caption}. It is not shown: ${why ?? "it was not drawn anew here"}`}</Facts>;
  return (
    <figure className={styles.picture}>
      <img src={picture} alt={`Image${name} of the result`} />
      <figcaption>
        <Facts>{caption}</Facts>
      </figcaption>
    </figure>
  );
}
