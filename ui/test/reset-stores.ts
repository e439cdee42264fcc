// Reset of Zustand stores to their initial state; `registeringCreate` registers every store on creation.
// https://zustand.docs.pmnd.rs/guides/testing
import type { StateCreator, StoreApi, UseBoundStore } from "zustand";

type Create = <T>(initializer: StateCreator<T>) => UseBoundStore<StoreApi<T>>;

const resets: (() => void)[] = [];

export const registeringCreate = (create: Create) => () => {
  return <T>(initializer: StateCreator<T>) => {
    const store = create(initializer);
    resets.push(() => store.setState(store.getInitialState(), true));
    return store;
  };
};

export const resetStores = (): void => resets.forEach((reset) => reset());
