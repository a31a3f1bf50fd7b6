import type { AuditRow, Role } from '@cardwright/contract';
import { Fragment } from 'react';
import { plain } from '../../parts/decision/changed-members.tsx';
import { MemberName } from '../../parts/decision/member-name.tsx';
import { STATUSES } from '../../parts/value/statuses.ts';
import { ROLE_WORDS } from '../../session/roles.ts';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import classes from './audit.module.css';

/** Lists the details of the action in a row, with labels for members and values. */
export function DetailMembers({ members }: { members: NonNullable<AuditRow['details']> }) {
  const { t } = useWords();
  return (
    <div>
      <p className={classes.name}>{t('audit.details')}</p>
      <dl className={classes.members}>
        {Object.entries(members).map(([name, value]) => (
          <div key={name}>
            <dt>
              <MemberName name={name} />
            </dt>
            <dd>
              <DetailValue name={name} value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function DetailValue({ name, value }: { name: string; value: unknown }) {
  const { t } = useWords();
  if (Array.isArray(value)) {
    return value.map((each, place) => (
      <Fragment key={plain(each)}>
        {place > 0 && ' · '}
        <DetailValue name={name} value={each} />
      </Fragment>
    ));
  }
  if (name === 'fields') return <MemberName name={plain(value)} />;
  const word = wordOf(name, plain(value));
  return word === undefined ? <bdi>{plain(value)}</bdi> : t(word);
}

function wordOf(name: string, text: string): WordKey | undefined {
  return name === 'roles' ? ROLE_WORDS[text as Role]?.name : STATUSES[text]?.word;
}
