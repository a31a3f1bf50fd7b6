import { OPERATIONS, type Operation } from '@cardwright/contract';
import { abroadCases } from './cases/abroad-cases.ts';
import { acceptedCases } from './cases/accepted-cases.ts';
import { callerCases } from './cases/caller-cases.ts';
import { companionCases } from './cases/companion-cases.ts';
import { decisionCases } from './cases/decision-cases.ts';
import { errorCases } from './cases/error-cases.ts';
import { fieldCases } from './cases/field-cases.ts';
import { insuranceCases } from './cases/insurance-cases.ts';
import { limitCases } from './cases/limit-cases.ts';
import { lookupCases } from './cases/lookup-cases.ts';
import { messageRepeatCases } from './cases/message-repeat-cases.ts';
import { onboardingCases } from './cases/onboarding-cases.ts';
import { provisioningCases } from './cases/provisioning-cases.ts';
import { receiverCases } from './cases/receiver-cases.ts';
import { repeatCases } from './cases/repeat-cases.ts';
import { restrictionCases } from './cases/restriction-cases.ts';
import { settingsUpdateCases } from './cases/settings-update-cases.ts';
import { switchCases } from './cases/switch-cases.ts';
import { tokenCases } from './cases/token-cases.ts';
import type { ConformanceCase } from './conformance-case.ts';
import type { World } from './world.ts';

/** Generates every case from the contract, in the order of a report. */
export function casesFor(world: World): ConformanceCase[] {
  const operations = OPERATIONS as readonly Operation[];
  return [
    ...tokenCases(world),
    ...acceptedCases(world),
    ...switchCases(world),
    ...limitCases(world),
    ...abroadCases(world),
    ...restrictionCases(world),
    ...decisionCases(world),
    ...provisioningCases(world),
    ...repeatCases(world),
    ...messageRepeatCases(world),
    ...companionCases(world),
    ...insuranceCases(world),
    ...receiverCases(world),
    ...onboardingCases(world),
    ...lookupCases(world),
    ...settingsUpdateCases(world),
    ...callerCases(world),
    ...errorCases(world),
    ...operations.flatMap((operation) => fieldCases(operation, world)),
  ];
}
