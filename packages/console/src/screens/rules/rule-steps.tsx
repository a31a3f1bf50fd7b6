import { RULE_STATES, type RuleState, type RuleVersion } from '@cardwright/contract';
import { PersonName } from '../../parts/value/person-name.tsx';
import { Status } from '../../parts/value/status.tsx';
import { STATUSES } from '../../parts/value/statuses.ts';
import { Time } from '../../parts/value/time.tsx';
import { useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import classes from './rules.module.css';

interface Step {
  readonly state: RuleState;
  readonly at: string | null;
  readonly by: string | null;
  readonly reason?: string | null;
}

function stepsOf(version: RuleVersion): readonly Step[] {
  const of: Readonly<Record<RuleState, Omit<Step, 'state'>>> = {
    DRAFT: { at: version.created_at, by: version.created_by },
    SHADOW: { at: version.shadow_since, by: null },
    PROPOSED: { at: version.proposed_at, by: version.proposed_by },
    LIVE: { at: version.live_since, by: version.approved_by, reason: version.approved_reason },
    RETIRED: { at: version.retired_at, by: version.retired_by, reason: version.retired_reason },
  };
  return RULE_STATES.map((state) => ({ state, ...of[state] }));
}

/** Shows the steps of a version with their authors and times, including future steps. */
export function RuleSteps({ of }: { of: RuleVersion }) {
  const { t } = useWords();
  const { subject } = useSession();
  return (
    <ol className={classes.steps} aria-label={t('rule.steps')}>
      {stepsOf(of).map(({ state, at, by, reason = null }) => (
        <li
          key={state}
          className={classes.step}
          data-reached={at !== null}
          aria-current={state === of.state ? 'step' : undefined}
        >
          {at === null ? (
            <span className={classes.dimmed}>{t(STATUSES[state]?.word ?? 'rules.state')}</span>
          ) : (
            <Status of={state} />
          )}
          {at !== null && (
            <span className={classes.dimmed}>
              <Time at={at} />
            </span>
          )}
          {by !== null && (
            <span className={classes.dimmed}>
              <PersonName by={by} subject={subject} />
            </span>
          )}
          {reason !== null && (
            <q className={classes.reason}>
              <bdi>{reason}</bdi>
            </q>
          )}
        </li>
      ))}
    </ol>
  );
}
