import type { Person } from '@lectern/contract/features/people.ts';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { listPeople, type WantedPeople } from './people.repository.ts';

export class PeopleService {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async find(principal: Principal, wanted: WantedPeople): Promise<Person[]> {
    const rows = await listPeople(this.#db, dataScopeOf(principal), wanted);
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      account: row.account,
      departmentName: row.department_name,
    }));
  }
}
