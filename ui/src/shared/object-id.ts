// Numbers that identify objects, for query keys: ten thousand names are too long for one.
const ids = new WeakMap<object, number>();
let lastId = 0;

export function objectId(object: object): number {
  let id = ids.get(object);
  if (id === undefined) {
    lastId += 1;
    id = lastId;
    ids.set(object, id);
  }
  return id;
}
