// The types of standalone.js that the pages use.
type Update<S> = (next: S | ((before: S) => S)) => void;
type Effect = () => void | (() => void);
export function html(texts: TemplateStringsArray, ...values: unknown[]): any;
export function render(tree: unknown, parent: Element): void;
export function useState<S>(initial: S | (() => S)): [S, Update<S>];
export function useEffect(effect: Effect, inputs?: unknown[]): void;
export function useLayoutEffect(effect: Effect, inputs?: unknown[]): void;
export function useRef<T>(initial: T): { current: T };
export function useMemo<T>(make: () => T, inputs?: unknown[]): T;
export class Component { props: any; }
export function useCallback<F extends Function>(callback: F, inputs?: unknown[]): F;
