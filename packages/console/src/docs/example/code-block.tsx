import { ActionIcon, CopyButton } from '@mantine/core';
import { CheckIcon, CopyIcon } from '../../theme/icons.ts';
import { WORDS } from '../text/docs-words.ts';
import classes from './code-block.module.css';
import { highlight } from './highlight.ts';

/** The address of the sandbox in the documents, which the address of this server replaces. */
const WRITTEN_ADDRESS = /\bhttp:[/]{2}127\.0\.0\.1:8080\b/g;

interface CodeBlockParts {
  readonly text: string;
  readonly label: string;
  /** The line above the block: the name of a file, or a description of the code. */
  readonly caption?: string;
  readonly language?: string | undefined;
}

/** Shows code with a copy button, in color, and with the address of this server. */
export function CodeBlock({ text: written, label, caption, language }: CodeBlockParts) {
  const text = written.replaceAll(WRITTEN_ADDRESS, window.location.origin);
  return (
    <div className={classes.block}>
      {caption !== undefined && <p className={classes.caption}>{caption}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide content must be scrollable by keyboard */}
      <pre className={classes.text} tabIndex={0}>
        <code>
          {highlight(text, language).map(({ text: part, kind }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other identity
            <span key={at} data-kind={kind}>
              {part}
            </span>
          ))}
        </code>
      </pre>
      <CopyButton value={text} timeout={1500}>
        {({ copied, copy }) => (
          <ActionIcon
            className={classes.copy}
            variant="default"
            size="sm"
            onClick={copy}
            aria-label={`${copied ? WORDS.copied : WORDS.copy}: ${label}`}
          >
            {copied ? <CheckIcon size={14} aria-hidden /> : <CopyIcon size={14} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </div>
  );
}
