// Content blocks of a result, in order. An address is plain text: nothing from a server is clickable.
import type { ContentBlock } from "../../backend";
import { clip } from "../../shared/clip";
import { ServerText } from "../../shared/server-text";
import { formatSize } from "../../shared/format-size";
import { usePages } from "./many-fields";
import { strings } from "./strings";
import { TextOrTree } from "./text-or-tree";
import styles from "./result.module.css";

const text = strings.content;

/** Accepts only images that the engine re-encoded; any other image would be the server's bytes. */
const isReencoded = (picture: string | null): picture is string => picture?.startsWith("data:image/png;base64,") ?? false;

type Props = {
  blocks: readonly ContentBlock[];
  /** The tool reported an error. */
  failed: boolean;
};

export function ResultContent({ blocks, failed }: Props) {
  const { visible, more } = usePages(blocks.length);
  return (
    <div className={styles.blocks} data-failed={failed || undefined} data-testid="run-pieces">
      {blocks.slice(0, visible).map((block, index) => (
        <div key={index}>
          <BlockView block={block} number={blocks.length === 1 ? null : index + 1} />
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

/** `number`: null if the result has one block. */
function BlockView({ block, number }: { block: ContentBlock; number: number | null }) {
  switch (block.kind) {
    case "text":
      return <TextOrTree text={block.text} label={text.text(number)} />;
    case "image":
      return <Picture block={block} number={number} />;
    case "audio":
      return <Facts>{text.audio(number, block.mime, formatSize(block.bytes))}</Facts>;
    case "link":
      return (
        <>
          <Facts>{text.link(number, block.name, block.mime)}</Facts>
          {address(block.uri)}
        </>
      );
    case "resource":
      return (
        <>
          <Facts>{text.resource(number, block.mime, formatSize(block.bytes))}</Facts>
          {address(block.uri)}
          {block.text === null ? null : <TextOrTree text={block.text} label={text.resourceText(number)} />}
        </>
      );
    case "unknown":
      return (
        <>
          <Facts>{text.unknown(number)}</Facts>
          <TextOrTree text={block.json} label={text.json(number)} />
        </>
      );
  }
}

type PictureProps = { block: Extract<ContentBlock, { kind: "image" }>; number: number | null };

function Picture({ block: { picture, mime, bytes, why }, number }: PictureProps) {
  const caption = text.image(number, mime, formatSize(bytes));
  if (!isReencoded(picture)) return <Facts>{text.imageNotShown(caption, why)}</Facts>;
  return (
    <figure className={styles.picture}>
      <img src={picture} alt={text.imageAlt(number)} />
      <figcaption>
        <Facts>{caption}</Facts>
      </figcaption>
    </figure>
  );
}
