import type { ProgramLimit } from '@cardwright/contract';
import { CustomLimitLine } from '../../parts/custom-limits/custom-limit-line.tsx';
import { useCustomLimits } from '../../parts/custom-limits/custom-limit-queries.ts';
import { CustomLimitScope, ProgramLink } from '../../parts/custom-limits/custom-limit-scope.tsx';
import { isShared } from '../../parts/custom-limits/limit-draft.ts';
import { SharedLimitLines, useSharedLimits } from '../../parts/custom-limits/shared-limit-lines.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useWords } from '../../words/language.ts';
import { limitKey } from './program-draft.ts';
import classes from './programs.module.css';

interface LimitsParts {
  readonly productCode: string;
  /** The limits of the version in force. */
  readonly limits: readonly ProgramLimit[];
}

/** Lists the limits of a program in force in their order of evaluation, with bars for shared limits. */
export function ProgramLimits({ productCode, limits }: LimitsParts) {
  const { t } = useWords();
  const shared = useSharedLimits({ product_code: productCode });
  const inOrder = [...limits].sort((one, other) => ORDER.indexOf(one.level) - ORDER.indexOf(other.level));
  return (
    <Panel title={t('customLimits.title')}>
      {limits.length === 0 ? (
        <p className={classes.dimmed}>{t('program.noLimits')}</p>
      ) : (
        <QueryBoundary query={shared}>
          {(used) => {
            const usedOf = new Map(used.map((limit) => [limitKey(limit), limit]));
            return <SharedLimitLines limits={inOrder.map((limit) => usedOf.get(limitKey(limit)) ?? limit)} />;
          }}
        </QueryBoundary>
      )}
    </Panel>
  );
}

const ORDER: readonly ProgramLimit['level'][] = ['account', 'card', 'program', 'bank'];

/** Shows the combined usage of all accounts of the bank, across programs. */
export function BankLimits() {
  const { t } = useWords();
  const shared = useSharedLimits({ level: 'bank' });
  return (
    <Panel title={t('programs.bankLimits')}>
      <QueryBoundary query={shared}>
        {(limits) =>
          limits.length === 0 ? (
            <p className={classes.dimmed}>{t('programs.noBankLimits')}</p>
          ) : (
            <SharedLimitLines
              limits={limits}
              trailing={({ product_code: productCode = '' }) => <ProgramLink productCode={productCode} />}
            />
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

/** Shows the usage of an account and its cards of the limits that the program in force gives to each separately. */
export function ConfiguredLimits({ accountNumber, currency }: { accountNumber: string; currency: string }) {
  const { t } = useWords();
  const limits = useCustomLimits(accountNumber, undefined);
  return (
    <QueryBoundary query={limits}>
      {(found) => {
        const accountLimits = found.filter(
          ({ product_code: product, level }) => product !== undefined && !isShared(level),
        );
        if (accountLimits.length === 0) return null;
        return (
          <>
            <h3 className={classes.heading}>{t('program.limitsSet')}</h3>
            <ul className={classes.list}>
              {accountLimits.map((limit) => (
                <CustomLimitLine
                  key={`${limit.id} ${limit.card_identifier_id}`}
                  limit={limit}
                  currency={currency}
                  owner={<CustomLimitScope limit={limit} />}
                />
              ))}
            </ul>
          </>
        );
      }}
    </QueryBoundary>
  );
}
