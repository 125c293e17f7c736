"""Uses the client that openapi-python-client generates: run by npm run check:generators."""

import json
import os
import sys
from io import BytesIO
from pathlib import Path

from weft import Client
from weft.api.change_history import list_changes
from weft.api.external_events import call_back_task
from weft.api.files import create_file, get_file_content
from weft.api.items import create_item, list_items
from weft.api.loader_processes import create_loader_process, get_loader_process
from weft.models import (
    ItemDraft,
    LoaderProcessCreate,
    LoaderProcessCreateFederatedMappings,
    LoaderProcessCreateLoadTypeItem,
    LoaderProcessStatus,
    Problem,
    TaskCallback,
    TaskCallbackStatus,
)
from weft.types import File


def succeed(answer):
    if answer is None or isinstance(answer, Problem):
        sys.exit(f"The call failed: {answer}")
    return answer


headers = {"X-Api-Key": os.environ["WEFT_KEY"], "X-Api-Org": os.environ["WEFT_ORG"]}
client = Client(base_url=os.environ["WEFT_API"], headers=headers)
prefix = os.environ["PREFIX"]

draft = ItemDraft(name="Parka", federated_id=f"{prefix}-parka")
draft["season"] = "FW26"
item = succeed(create_item.sync(client=client, body=draft))
print("created", item.name)

criteria = json.dumps({"federatedId": f"{prefix}-parka", "season": "FW26"})
page = succeed(list_items.sync(client=client, criteria=criteria))
print("listed", len(page.results))

after, record = "beginning", None
while record is None:
    changes = succeed(list_changes.sync(client=client, entity_type="item", after=after, wait=5))
    record = next((change for change in changes.results if change.entity_id == item.id), None)
    after = changes.covered_until
print("polled", record.entity_type, record.action.value)

csv = Path(os.environ["CSV"]).read_bytes()
file = succeed(create_file.sync(client=client, file_name="colors.csv", body=File(payload=BytesIO(csv))))
load = LoaderProcessCreate(
    load_type=[LoaderProcessCreateLoadTypeItem.COLOR],
    file_location=file.id,
    federated_mappings=LoaderProcessCreateFederatedMappings.from_dict({"federatedId": "Code", "name": "Color", "hex": "Hex"}),
)
process = succeed(create_loader_process.sync(client=client, body=load))
while process.status in (LoaderProcessStatus.PENDING, LoaderProcessStatus.RUNNING):
    process = succeed(get_loader_process.sync(process.id, client=client, wait=5))
print("loaded", process.counts["color"].created)

callback = TaskCallback(task_id=os.environ["WEFT_TASK"], status=TaskCallbackStatus.SUCCESS)
print("answered", succeed(call_back_task.sync(client=client, body=callback)).status.value)

content = succeed(get_file_content.sync(file.id, client=client))
print("downloaded", "true" if content.payload.read() == csv else "false")
