import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Panel } from '../../parts/page/panel.tsx';
import type { RuleParams } from '../../parts/rule/proposed-rule.ts';
import { WriteRuleLink } from '../../parts/rule/write-rule-link.tsx';
import { useWords } from '../../words/language.ts';
import classes from './overview.module.css';
import type { TopValue } from './top-declines.ts';

interface TopParts {
  readonly title: string;
  readonly values: readonly TopValue[];
  readonly label: (value: string) => ReactNode;
  /** The filters that list the declines of a value. */
  readonly filtersOf: (value: string) => Readonly<Record<string, string>>;
  readonly ruleOf: (value: string) => RuleParams;
  readonly about?: string | undefined;
}

/** Lists the values with the most declines as bars. Each opens its payments. */
export function TopPanel({ title, values, label, filtersOf, ruleOf, about }: TopParts) {
  const { t, locale } = useWords();
  const most = Math.max(1, ...values.map(({ declined }) => declined));
  return (
    <Panel title={title}>
      {values.length === 0 && <p className={classes.sentence}>{t('top.none')}</p>}
      <ol className={classes.top}>
        {values.map(({ value, declined }) => (
          <li key={value} className={classes.topRow} data-top={value}>
            <span className={classes.topBar} style={{ inlineSize: `${(declined / most) * 100}%` }} aria-hidden />
            <span className={classes.topLabel}>
              <Link to="/authorizations" search={filtersOf(value)}>
                {label(value)}
              </Link>
            </span>
            <span className={classes.topRule}>
              <WriteRuleLink of={ruleOf(value)} />
            </span>
            <span className={classes.topCount}>{new Intl.NumberFormat(locale).format(declined)}</span>
          </li>
        ))}
      </ol>
      {about !== undefined && <p className={classes.more}>{about}</p>}
    </Panel>
  );
}
