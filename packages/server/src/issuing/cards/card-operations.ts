import type { Implementations } from '../../platform/operation/index.ts';
import { changeStatusOperation } from './change-status.ts';
import { createCardOperation } from './create-card.ts';
import { enquireCardOperation } from './enquire-card.ts';
import { listCardsOperation } from './list-cards.ts';
import { type ReissueDeps, reissueCardOperation } from './reissue-card.ts';

/** `deps` supplies the consequences of a new plastic, of a new status and of a reissue, which other capabilities define. */
export function cardOperations(deps: ReissueDeps): Implementations {
  const { banks, vault, onNewPlastic } = deps;
  return {
    envelope: [
      createCardOperation(banks, vault, onNewPlastic),
      enquireCardOperation(vault),
      changeStatusOperation(deps),
    ],
    rest: [listCardsOperation(banks), reissueCardOperation(deps)],
  };
}
