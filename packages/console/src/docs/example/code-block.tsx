import { ActionIcon, CopyButton } from '@mantine/core';
import { CheckIcon, CopyIcon } from '../../theme/icons.ts';
import { WORDS } from '../text/docs-words.ts';
import classes from './code-block.module.css';

/** Shows text that the reader types or reads as it is, with a copy button. */
export function CodeBlock({ text, label, file }: { text: string; label: string; file?: string }) {
  return (
    <div className={classes.block}>
      {file !== undefined && <p className={classes.file}>{file}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide content must be scrollable by keyboard */}
      <pre className={classes.text} tabIndex={0}>
        <code>{text}</code>
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
