/**
 * The page does not allow text to become markup or script (docs/console.md#browser-security). One library writes
 * style sheets like markup. The policy accepts text that cannot be markup, and the browser refuses anything else.
 */
interface PolicyFactory {
  createPolicy(name: string, rules: { createHTML: (text: string) => string | null }): unknown;
}

const { trustedTypes } = window as { trustedTypes?: PolicyFactory };

trustedTypes?.createPolicy('default', {
  createHTML: (text) => (/[<&]/.test(text) ? null : text),
});
