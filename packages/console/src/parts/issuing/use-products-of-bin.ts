import { useHasScope } from '../../session/session.ts';
import { useProducts } from './use-products.ts';

/**
 * Returns a function from the first digits of card numbers to their products, because conditions of rules name
 * products. Several products are separated by commas. The function returns undefined for an unknown BIN, and until the
 * products have loaded.
 */
export function useProductsOfBin(enabled = true): (bin: string) => string | undefined {
  const mayRead = useHasScope('programs:read');
  const { data: products = [] } = useProducts(enabled && mayRead);
  return (digits) => {
    const codes = products
      .filter(({ bin_number: bin }) => bin.startsWith(digits) || digits.startsWith(bin))
      .map(({ product_code: code }) => code);
    return codes.length === 0 ? undefined : codes.join(',');
  };
}
