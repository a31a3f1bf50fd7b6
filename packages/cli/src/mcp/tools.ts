import { describeInput, OPERATIONS, type Operation } from '@cardwright/contract';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';

/** Operations that read with POST, because their input is a body. They store nothing that affects decisions. */
const QUESTIONS: readonly string[] = [
  'authorization.preview-authorization',
  'authorization.backtest-account',
  'rules.analyze-rule',
  'backtests.start-backtest',
  'configuration.plan-configuration',
];
/**
 * Operations that prepare a change. A rule in shadow mode decides nothing, and another person has to approve a
 * proposal.
 */
const PROPOSALS: readonly string[] = [
  'rules.create-rule',
  'rules.change-rule',
  'rules.shadow-rule',
  'rules.propose-rule',
];

/** An operation that an agent can call. */
export interface OperationTool {
  readonly operation: Operation;
  readonly isProposal: boolean;
  readonly tool: Tool;
}

/**
 * Returns the tools by name: every operation that reads, and the proposals. No tool changes a card, an account or a
 * limit.
 */
export function operationTools(): Map<string, OperationTool> {
  const permitted = OPERATIONS.filter((operation) => isRead(operation) || PROPOSALS.includes(operation.id));
  return new Map(
    permitted.map((operation) => {
      const isProposal = PROPOSALS.includes(operation.id);
      const tool: Tool = {
        name: toolNameOf(operation),
        title: operation.title,
        description: describe(operation, isProposal),
        inputSchema: describeInput(operation) as Tool['inputSchema'],
        annotations: {
          readOnlyHint: !isProposal,
          destructiveHint: false,
          idempotentHint: !isProposal,
          openWorldHint: false,
        },
      };
      return [tool.name, { operation, isProposal, tool }];
    }),
  );
}

function isRead(operation: Operation): boolean {
  if (QUESTIONS.includes(operation.id)) return true;
  if (operation.surface === 'envelope') return !operation.changes;
  // Excludes operations whose answer can be read only once, because an agent would use up an activation code.
  return operation.surface === 'rest' && operation.method === 'GET' && operation.readsOnce !== true;
}

/** Converts the name of the SDK's method to snake case: `cardSettings.get` becomes `card_settings_get`. */
function toolNameOf({ sdk }: Operation): string {
  return sdk.replace('.', '_').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function describe({ description, reference, scope }: Operation, isProposal: boolean): string {
  const approval = isProposal ? ' Another person has to approve the result before it takes effect.' : '';
  return `${description}${approval} Requires the scope ${scope}. Reference: ${reference}`;
}
