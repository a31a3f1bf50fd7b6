import { ActionIcon, CopyButton } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { CheckIcon, CopyIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { Hint } from '../hint/hint.tsx';
import classes from './identifier.module.css';

/** An id with a copy button, and a link to its page if it has one. It is never mirrored. */
export function Identifier({ id, leadsTo }: { id: string; leadsTo?: LinkProps }) {
  return (
    <span className={classes.identifier}>
      <bdi className={classes.id} dir="ltr">
        {leadsTo === undefined ? id : <Link {...leadsTo}>{id}</Link>}
      </bdi>
      <CopyText text={id} />
    </span>
  );
}

export function CopyText({ text }: { text: string }) {
  const { t } = useWords();
  return (
    <CopyButton value={text} timeout={1500}>
      {({ copied, copy }) => (
        <Hint label={t(copied ? 'copy.done' : 'copy.do')}>
          <ActionIcon
            className={classes.copy}
            variant="subtle"
            color="gray"
            size="sm"
            onClick={copy}
            aria-label={`${t(copied ? 'copy.done' : 'copy.do')}: ${text}`}
          >
            {copied ? <CheckIcon size={14} aria-hidden /> : <CopyIcon size={14} aria-hidden />}
          </ActionIcon>
        </Hint>
      )}
    </CopyButton>
  );
}
