import { DocsLink } from './docs-link.tsx';

const PARTS = /(`[^`]+`|\[[^\]]+\]\([^)]+\))/;

/** Renders a text of the contract. Code is between backticks, and links lead to the documents of the interface. */
export function InlineText({ text }: { text: string }) {
  return text.split(PARTS).map((part, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes
    if (part.startsWith('`')) return <code key={at}>{part.slice(1, -1)}</code>;
    const [, label, target = ''] = /^\[`?([^\]`]+)`?\]\((.+)\)$/.exec(part) ?? [];
    if (label === undefined) return part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes
      <DocsLink key={at} to={`/guide/interface/${target.replace('.md', '')}`}>
        {label}
      </DocsLink>
    );
  });
}
