import { Link } from '@tanstack/react-router';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { Status } from '../../parts/value/status.tsx';
import { useWords } from '../../words/language.ts';
import { usesList } from './list-entries.ts';
import { useListUsers } from './list-queries.ts';
import classes from './lists.module.css';

/** Lists the rules that use a list. A change of the list changes what these rules decline. */
export function UserPanel({ name }: { name: string }) {
  const { t } = useWords();
  const users = useListUsers(name);
  return (
    <Panel title={t('lists.users')}>
      <QueryBoundary query={users}>
        {(rules) => (
          <>
            {rules.length === 0 && <p className={classes.sentence}>{t('lists.noUsers')}</p>}
            <ul className={classes.users}>
              {rules.flatMap((rule) =>
                rule.versions
                  .filter(({ state, condition }) => state !== 'RETIRED' && usesList(condition, name))
                  .map(({ version, state }) => (
                    <li key={`${rule.rule_id} ${version}`}>
                      <Link to="/rules/$ruleId" params={{ ruleId: rule.rule_id }} search={{ version: String(version) }}>
                        <bdi dir="ltr">{rule.name}</bdi>
                      </Link>
                      <Status of={state} />
                    </li>
                  )),
              )}
            </ul>
            <p className={classes.dimmed}>{t('lists.limitsToo')}</p>
          </>
        )}
      </QueryBoundary>
    </Panel>
  );
}
