import type { JsonObject, JsonValue } from '../../json/exact-number.ts';
import type { Finding } from '../../schema/finding.ts';
import { eachObject, isPresent, missing, notAllowed } from './condition-findings.ts';

/** The parts of the acquirer's configuration that conditions depend on. */
export interface SchemeRules {
  /**
   * The two major networks. They have acquirerRefund in each card mode, all other schemes have it once. Absent if
   * unknown.
   */
  readonly majorSchemes?: ReadonlySet<string>;
}

/**
 * Each scheme has either a tariffRate (simple pricing) or rates by card mode (complex pricing):
 * docs/interface/merchant-onboarding.md#card-schemes.
 */
export function findPricingFaults(
  schemes: JsonValue | undefined,
  schemesPath: string,
  { majorSchemes }: SchemeRules,
): Finding[] {
  const findings: Finding[] = [];
  eachObject(schemes, (scheme, index) => {
    const path = `${schemesPath}[${index}]`;
    const isSimple = isPresent(scheme.tariffRate);
    const isComplex = scheme.acceptedCardModes !== undefined;
    if (!isSimple && !isComplex) {
      const action = `add ${path}.tariffRate (simple pricing) or ${path}.acceptedCardModes (complex pricing)`;
      findings.push({ ...missing(`${path}.tariffRate`, 'is mandatory without acceptedCardModes'), action });
    }
    if (isSimple && isComplex) {
      const action = `remove ${path}.tariffRate or ${path}.acceptedCardModes`;
      findings.push(notAllowed(`${path}.acceptedCardModes`, 'is not allowed together with tariffRate', action));
    }
    if (majorSchemes !== undefined) findings.push(...findRefundFaults(scheme, path, majorSchemes));
  });
  return findings;
}

/** Complex pricing requires refundControlValue. An amendment may omit it, as the boarded record may have it. */
export function findMissingRefundControl(configurations: JsonObject, path: string): Finding[] {
  let isComplex = false;
  eachObject(configurations.acceptedCardSchemes, ({ acceptedCardModes }) => {
    isComplex ||= acceptedCardModes !== undefined;
  });
  if (!isComplex || isPresent(configurations.refundControlValue)) return [];
  return [missing(`${path}.refundControlValue`, 'is mandatory with complex pricing')];
}

function findRefundFaults(scheme: JsonObject, path: string, majorSchemes: ReadonlySet<string>): Finding[] {
  // Without a readable scheme, the correct place of the flag is unknown.
  if (typeof scheme.cardScheme !== 'string') return [];
  const isMajor = majorSchemes.has(scheme.cardScheme);
  const findings: Finding[] = [];
  if (isMajor && scheme.acquirerRefund !== undefined) {
    const action = `move ${path}.acquirerRefund to the entries of ${path}.acceptedCardModes`;
    findings.push(notAllowed(`${path}.acquirerRefund`, 'is for schemes other than the two major networks', action));
  }
  eachObject(scheme.acceptedCardModes, (mode, index) => {
    if (isMajor || mode.acquirerRefund === undefined) return;
    const at = `${path}.acceptedCardModes[${index}].acquirerRefund`;
    const action = `move ${at} to ${path}.acquirerRefund`;
    findings.push(notAllowed(at, 'is for the two major networks at the level of a mode', action));
  });
  return findings;
}

export function findMissingOverrides(configurations: JsonObject, path: string): Finding[] {
  if (configurations.overrideDefaultSchemesMcc !== true) return [];
  const findings: Finding[] = [];
  eachObject(configurations.acceptedCardSchemes, (scheme, index) => {
    if (scheme.schemeOverrideValue !== undefined) return;
    findings.push(missing(`${path}[${index}].schemeOverrideValue`, 'is mandatory with overrideDefaultSchemesMcc'));
  });
  return findings;
}
