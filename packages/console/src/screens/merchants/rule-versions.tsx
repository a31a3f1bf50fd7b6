import type { OnboardingRulesInForce } from '@cardwright/contract';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../parts/page/panel.tsx';
import { PersonName } from '../../parts/value/person-name.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useSession } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import classes from './merchants.module.css';

interface VersionParts {
  readonly inForce: OnboardingRulesInForce;
  /** The number of the displayed version. */
  readonly displayed: number;
}

/** Lists the versions, newest first, with their authors and reasons. The selected one is in the address. */
export function RuleVersions({ inForce: { versions }, displayed }: VersionParts) {
  const { t } = useWords();
  const { subject } = useSession();
  if (versions.length === 0) {
    return (
      <Panel title={t('versions.title')}>
        <p className={classes.sentence}>{t('onboardingRules.noVersions')}</p>
      </Panel>
    );
  }
  return (
    <Panel title={t('versions.title')}>
      <ol className={classes.versions}>
        {versions.map(({ version, changed_at, changed_by, reason }) => (
          <li key={version}>
            <Link
              to="/merchants/onboarding-rules"
              search={{ version: String(version) }}
              aria-current={version === displayed ? 'true' : undefined}
            >
              {t('versions.one', { count: version })}
            </Link>
            <span className={classes.second}>
              <Time at={changed_at} /> · <PersonName by={changed_by} subject={subject} />
            </span>
            {reason !== null && (
              <q className={classes.reason}>
                <bdi>{reason}</bdi>
              </q>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
