import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useClient } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import classes from './controls.module.css';
import { DifferenceWords } from './difference-words.tsx';
import { settingsChanges } from './settings-history.ts';

/** The maximum page size of the operation. The entries include decisions. */
const ENTRIES = '200';

interface HistoryParts {
  readonly accountNumber: string;
  readonly currency: string;
  /** The checksum of the current settings. Another checksum means that there are new entries. */
  readonly checksum: string;
}

/** Lists who changed which setting, with old and new values. */
export function HistoryPanel({ accountNumber, currency, checksum }: HistoryParts) {
  const { t } = useWords();
  const client = useClient();
  const history = useQuery({
    queryKey: ['settings-history', accountNumber, checksum],
    queryFn: async ({ signal }) => client.accounts.history(accountNumber, { limit: ENTRIES }, { signal }),
  });
  return (
    <Panel title={t('controls.history')}>
      <QueryBoundary query={history}>
        {({ items, next }) => {
          const changes = settingsChanges(items, next === null);
          if (changes.length === 0) return <p className={classes.about}>{t('controls.noHistory')}</p>;
          return (
            <ol className={classes.rows}>
              {changes.map(({ at, by, differences }, place) => (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: the position from the oldest change is stable
                  key={`${at} ${changes.length - place}`}
                  className={classes.change}
                  data-changed={differences.length}
                >
                  <span className={classes.when}>
                    <Time at={at} /> · <bdi>{by}</bdi>
                  </span>
                  <ul className={classes.differences}>
                    {differences.map((difference) => (
                      <li key={difference.field}>
                        <DifferenceWords of={difference} currency={currency} />
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ol>
          );
        }}
      </QueryBoundary>
    </Panel>
  );
}
