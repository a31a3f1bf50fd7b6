import { Link } from '@tanstack/react-router';
import { Status } from '../../parts/value/status.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { ProgramDifferences } from './program-difference.tsx';
import type { VersionWithDifferences } from './program-queries.ts';
import classes from './programs.module.css';

/** Lists every version, newest first, with its state, its author and its changes. */
export function VersionList({ versions }: { versions: readonly VersionWithDifferences[] }) {
  const inForce = versions.find(({ is_in_force: isInForce }) => isInForce)?.version ?? 0;
  return (
    <ol className={classes.list}>
      {versions.map((version) => (
        <Version key={version.version} of={version} inForce={inForce} />
      ))}
    </ol>
  );
}

function Version({ of, inForce }: { of: VersionWithDifferences; inForce: number }) {
  const { t } = useWords();
  const mayChange = useHasScope('programs:write');
  const { product_code: productCode, version, in_force_from: from } = of;
  return (
    <li className={classes.version} data-version={version}>
      <div className={classes.head}>
        <span className={classes.number}>{t('programs.version', { version })}</span>
        <Status of={of.is_in_force ? 'IN_FORCE' : version > inForce ? 'WAITING' : 'FORMER'} />
        <span className={classes.dimmed}>
          <Time at={of.created_at} /> · <bdi>{of.created_by_name ?? of.created_by}</bdi>
        </span>
        {from !== null && (
          <span className={classes.dimmed}>
            {t('program.from')} <Time at={from} />
          </span>
        )}
        {mayChange && (
          <Link to="/programs/$productCode/new" params={{ productCode }} search={{ from: String(version) }}>
            {t('program.again')}
          </Link>
        )}
      </div>
      <ProgramDifferences of={of.differences} />
    </li>
  );
}
