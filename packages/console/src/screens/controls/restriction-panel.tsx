import type { AccountDetails, CardListItem } from '@cardwright/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { formatMaskedPan } from '../../parts/card/card-tiles.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { useHasScope } from '../../session/session.ts';
import { BlockedIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { useRestrictions } from './control-queries.ts';
import classes from './controls.module.css';
import { RestrictionForm } from './restriction-form.tsx';
import { type Restriction, RestrictionLine } from './restriction-line.tsx';

interface PanelParts {
  readonly account: AccountDetails;
  readonly cards: readonly CardListItem[];
}

/**
 * Shows the restrictions of one card of the account, which apply in addition to its settings: the current ones and the
 * history.
 */
export function RestrictionPanel({ account, cards }: PanelParts) {
  const { t } = useWords();
  const [exid, choose] = useState(cards[0]?.card_identifier_id ?? '');
  const [isAdding, add] = useState(false);
  const mayChange = useHasScope('restrictions:write');
  const restrictions = useRestrictions(exid);
  const chooser = cards.length > 1 && (
    <NativeSelect
      aria-label={t('restrictions.ofCard')}
      value={exid}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {cards.map(({ card_identifier_id: id, card_number: number }) => (
        <option key={id} value={id}>
          {/* Options cannot contain markup. These two characters keep the order of the digits. */}
          {`\u2066${formatMaskedPan(number)}\u2069`}
        </option>
      ))}
    </NativeSelect>
  );
  return (
    <Panel title={t('restrictions.title')} headerContent={chooser}>
      <QueryBoundary query={restrictions}>
        {({ restrictions: inForce, history }) => (
          <>
            {inForce.length === 0 ? (
              <Notice icon={BlockedIcon} title={t('restrictions.none')} text={t('restrictions.noneAbout')} />
            ) : (
              <Lines lines={inForce} />
            )}
            {history.length > 0 && (
              <details className={classes.earlier}>
                <summary>{t('restrictions.history', { count: history.length })}</summary>
                <Lines lines={history} />
              </details>
            )}
          </>
        )}
      </QueryBoundary>
      {mayChange && !isAdding && (
        <Button variant="default" mt="sm" onClick={() => add(true)}>
          {t('restrictions.add')}
        </Button>
      )}
      {isAdding && <RestrictionForm account={account} exid={exid} close={() => add(false)} />}
    </Panel>
  );
}

function Lines({ lines }: { lines: readonly Restriction[] }) {
  return (
    <ul className={classes.rows}>
      {lines.map((line) => (
        <RestrictionLine key={`${line.restriction_type} ${line.changed_at ?? ''}`} of={line} />
      ))}
    </ul>
  );
}
