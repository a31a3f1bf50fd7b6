import { createElement, Fragment, type ReactNode } from 'react';
import { CodeBlock } from '../example/code-block.tsx';
import type { DocumentElement, DocumentNode } from '../text/contents.ts';
import { DocsLink } from '../text/docs-link.tsx';
import { WORDS } from '../text/docs-words.ts';
import classes from './document-tree.module.css';

/** Tags that are rendered. Any other tag is rendered as its text only. */
const RENDERED_TAGS = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li em strong s code blockquote hr br span thead tbody tr th td'.split(' '),
);

export function DocumentTree({ nodes }: { nodes: readonly DocumentNode[] }): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: a document never changes
  return nodes.map((node, at) => (typeof node === 'string' ? node : <Node key={at} node={node} />));
}

function Node({ node }: { node: DocumentElement }) {
  const [tag, props, ...children] = node;
  const attributes = props === 0 ? {} : props;
  const inside = children.length === 0 ? undefined : <DocumentTree nodes={children} />;
  if (tag === 'a') return <LinkOf attributes={attributes}>{inside}</LinkOf>;
  if (tag === 'pre') {
    const { language, file, role } = attributes;
    const caption = file ?? (role === 'answer' ? WORDS.answer : undefined);
    return (
      <CodeBlock
        text={String(children[0] ?? '')}
        label={String(caption ?? language ?? '') || WORDS.example}
        language={language === undefined ? undefined : String(language)}
        {...(caption !== undefined && { caption: String(caption) })}
      />
    );
  }
  if (tag === 'operation') {
    return (
      <p>
        <DocsLink to={`/operations/${attributes.id}`}>{WORDS.tryIt}</DocsLink>
      </p>
    );
  }
  if (tag === 'table') return <Table nodes={children} />;
  if (tag === 'img') return <img src={String(attributes.src)} alt={String(attributes.alt)} loading="lazy" />;
  if (/^h[2-6]$/.test(tag)) return <Heading tag={tag} id={String(attributes.id)} inside={inside} />;
  if (!RENDERED_TAGS.has(tag)) return <Fragment>{inside}</Fragment>;
  return createElement(tag, { ...attributes, ...(tag === 'th' && { scope: 'col' }) }, inside);
}

/**
 * A heading with a link to itself for the mouse. The link is not part of the accessible name of the heading, because
 * keyboards and screen readers have the list of sections.
 */
function Heading({ tag, id, inside }: { tag: string; id: string; inside: ReactNode }) {
  return createElement(
    tag,
    { id, className: classes.heading },
    inside,
    <DocsLink to={`.#${id}`} className={classes.anchor} aria-hidden tabIndex={-1}>
      #
    </DocsLink>,
  );
}

/** A link to a page, a section or another site, or the name of a file that exists only in the repository. */
function LinkOf({ attributes, children }: { attributes: Readonly<Record<string, unknown>>; children: ReactNode }) {
  const { href, page, hash, file, address } = attributes;
  if (typeof href === 'string') return <a href={href}>{children}</a>;
  if (typeof file === 'string') return <span className={classes.file}>{children}</span>;
  if (typeof address === 'string') return <DocsLink to={address}>{children}</DocsLink>;
  const anchor = hash === undefined ? '' : `#${String(hash)}`;
  return <DocsLink to={page === undefined ? `.${anchor}` : `/guide/${String(page)}${anchor}`}>{children}</DocsLink>;
}

/** A table that scrolls if it is wider than the page. An empty head is omitted. */
function Table({ nodes }: { nodes: readonly DocumentNode[] }) {
  const isEmptyHead = (node: DocumentNode) =>
    typeof node !== 'string' && node[0] === 'thead' && textOf(node).trim() === '';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide content must be scrollable by keyboard
    <section className={classes.wide} tabIndex={0} aria-label={WORDS.table}>
      <table className={classes.table}>
        <DocumentTree nodes={nodes.filter((node) => !isEmptyHead(node))} />
      </table>
    </section>
  );
}

function textOf(node: DocumentNode): string {
  if (typeof node === 'string') return node;
  const [, , ...children] = node;
  return children.map(textOf).join('');
}
