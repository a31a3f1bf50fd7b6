import type { ProgramLimit } from '@cardwright/contract';
import { useOwnLimits } from '../../parts/own-limits/own-limit-calls.ts';
import { isShared } from '../../parts/own-limits/own-limit-draft.ts';
import { OwnLimitLine } from '../../parts/own-limits/own-limit-line.tsx';
import { OwnLimitWhose, ProgramLink } from '../../parts/own-limits/own-limit-whose.tsx';
import { SharedLimitLines, useSharedLimits } from '../../parts/own-limits/shared-limit-lines.tsx';
import { Fetched } from '../../parts/page/fetched.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { useWords } from '../../words/language.ts';
import { limitKey } from './program-draft.ts';
import classes from './programs.module.css';

interface LimitsParts {
  readonly productCode: string;
  /** Of the version in force. */
  readonly limits: readonly ProgramLimit[];
}

/** The limits of a program in force, in the order in which they are asked: bars where accounts share one. */
export function ProgramLimits({ productCode, limits }: LimitsParts) {
  const { t } = useWords();
  const shared = useSharedLimits({ product_code: productCode });
  const inOrder = [...limits].sort((one, other) => ORDER.indexOf(one.level) - ORDER.indexOf(other.level));
  return (
    <Panel title={t('ownLimits.title')}>
      {limits.length === 0 ? (
        <p className={classes.quiet}>{t('program.noLimits')}</p>
      ) : (
        <Fetched query={shared}>
          {(used) => {
            const usedOf = new Map(used.map((limit) => [limitKey(limit), limit]));
            return <SharedLimitLines limits={inOrder.map((limit) => usedOf.get(limitKey(limit)) ?? limit)} />;
          }}
        </Fetched>
      )}
    </Panel>
  );
}

const ORDER: readonly ProgramLimit['level'][] = ['account', 'card', 'program', 'bank'];

/** What all accounts of the bank used together, of whatever program. */
export function BankLimits() {
  const { t } = useWords();
  const shared = useSharedLimits({ level: 'bank' });
  return (
    <Panel title={t('programs.bankLimits')}>
      <Fetched query={shared}>
        {(limits) =>
          limits.length === 0 ? (
            <p className={classes.quiet}>{t('programs.noBankLimits')}</p>
          ) : (
            <SharedLimitLines
              limits={limits}
              beside={({ product_code: productCode = '' }) => <ProgramLink productCode={productCode} />}
            />
          )
        }
      </Fetched>
    </Panel>
  );
}

/** What an account and its cards used of the limits that the program in force gives each by itself. */
export function ConfiguredLimits({ accountNumber, currency }: { accountNumber: string; currency: string }) {
  const { t } = useWords();
  const limits = useOwnLimits(accountNumber, undefined);
  return (
    <Fetched query={limits}>
      {(found) => {
        const given = found.filter(({ product_code: product, level }) => product !== undefined && !isShared(level));
        if (given.length === 0) return null;
        return (
          <>
            <h3 className={classes.heading}>{t('program.limitsGiven')}</h3>
            <ul className={classes.list}>
              {given.map((limit) => (
                <OwnLimitLine
                  key={`${limit.id} ${limit.card_identifier_id}`}
                  limit={limit}
                  currency={currency}
                  whose={<OwnLimitWhose limit={limit} />}
                />
              ))}
            </ul>
          </>
        );
      }}
    </Fetched>
  );
}
