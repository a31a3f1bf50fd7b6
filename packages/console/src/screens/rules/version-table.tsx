import type { BankRule, RuleVersion } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { PersonName } from '../../parts/value/person-name.tsx';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import classes from './rules.module.css';

/** Lists all versions, newest first. The selected one is in the address. */
export function VersionTable({ rule, displayed }: { rule: BankRule; displayed: RuleVersion }) {
  const { t } = useWords();
  const { subject } = useSession();
  return (
    <ol className={classes.versions}>
      {rule.versions.map((each) => (
        <li key={each.version}>
          <span className={classes.stateOf}>
            <Link
              to="/rules/$ruleId"
              params={{ ruleId: rule.rule_id }}
              search={{ version: String(each.version) }}
              aria-current={each === displayed ? 'true' : undefined}
            >
              {t('rules.versionOf', { version: each.version })}
            </Link>
            <Status of={each.state} />
          </span>
          <span className={classes.dimmed}>
            <Time at={each.created_at} /> · <PersonName by={each.created_by} subject={subject} />
          </span>
          <Reason of={each} />
        </li>
      ))}
    </ol>
  );
}

/** The reason for the state of a version, if one was given. */
function Reason({ of: { retired_reason: ended, approved_reason: approved } }: { of: RuleVersion }) {
  const reason = ended ?? approved;
  return reason === null ? null : (
    <q className={classes.reason}>
      <bdi>{reason}</bdi>
    </q>
  );
}
