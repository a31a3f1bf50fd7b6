import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../../words/language.ts';
import classes from './meanwhile-notice.module.css';

interface NoticeParts {
  readonly title: string;
  readonly text?: string;
  readonly verb?: string;
  readonly goOn: () => void;
  /** What changed. */
  readonly children: ReactNode;
}

/** Shows what others changed while a person worked on a page. Nothing is saved until the person has seen it. */
export function MeanwhileNotice({ title, text, verb, goOn, children }: NoticeParts) {
  const { t } = useWords();
  return (
    <section className={classes.meanwhile} role="alert" aria-label={title}>
      <h2>{title}</h2>
      {children}
      <p>{text ?? t('meanwhile.text')}</p>
      <Button variant="default" onClick={goOn}>
        {verb ?? t('meanwhile.goOn')}
      </Button>
    </section>
  );
}
