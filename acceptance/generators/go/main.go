// Uses the client that oapi-codegen generates: run by npm run check:generators.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"

	"example.com/program/weft"
)

func main() {
	ctx := context.Background()
	prefix := os.Getenv("PREFIX")
	client, err := weft.NewClientWithResponses(os.Getenv("WEFT_API"), weft.WithRequestEditorFn(authenticate))
	must(err)

	name, federatedId := "Parka", prefix+"-parka"
	draft := weft.ItemDraft{Name: &name, FederatedId: &federatedId}
	draft.Set("season", "FW26")
	created, err := client.CreateItemWithResponse(ctx, &weft.CreateItemParams{}, draft)
	must(err)
	item := succeed(created.JSON201, created.Body)
	fmt.Println("created", *item.Name)

	criteria, err := json.Marshal(map[string]string{"federatedId": federatedId, "season": "FW26"})
	must(err)
	text := string(criteria)
	listed, err := client.ListItemsWithResponse(ctx, &weft.ListItemsParams{Criteria: &text})
	must(err)
	fmt.Println("listed", len(succeed(listed.JSON200, listed.Body).Results))

	change := pollFor(ctx, client, item.Id)
	fmt.Println("polled", change.EntityType, change.Action)

	csv, err := os.ReadFile(os.Getenv("CSV"))
	must(err)
	fileId := upload(ctx, client, csv)
	fmt.Println("loaded", load(ctx, client, fileId).Counts["color"].Created)

	callback := weft.TaskCallback{TaskId: os.Getenv("WEFT_TASK"), Status: weft.TaskCallbackStatusSUCCESS}
	answered, err := client.CallBackTaskWithResponse(ctx, callback)
	must(err)
	fmt.Println("answered", succeed(answered.JSON200, answered.Body).Status)

	content, err := client.GetFileContentWithResponse(ctx, fileId, &weft.GetFileContentParams{})
	must(err)
	fmt.Println("downloaded", bytes.Equal(content.Body, csv))
}

func authenticate(_ context.Context, request *http.Request) error {
	request.Header.Set("X-Api-Key", os.Getenv("WEFT_KEY"))
	request.Header.Set("X-Api-Org", os.Getenv("WEFT_ORG"))
	return nil
}

func pollFor(ctx context.Context, client *weft.ClientWithResponses, id string) weft.ChangeRecord {
	entityType, after, wait := "item", "beginning", 5
	for {
		params := &weft.ListChangesParams{EntityType: &entityType, After: &after, Wait: &wait}
		changes, err := client.ListChangesWithResponse(ctx, params)
		must(err)
		page := succeed(changes.JSON200, changes.Body)
		for _, change := range page.Results {
			if change.EntityId == id {
				return change
			}
		}
		after = page.CoveredUntil
	}
}

func upload(ctx context.Context, client *weft.ClientWithResponses, csv []byte) string {
	name := "colors.csv"
	params := &weft.CreateFileParams{FileName: &name}
	uploaded, err := client.CreateFileWithBodyWithResponse(ctx, params, "text/csv", bytes.NewReader(csv))
	must(err)
	return succeed(uploaded.JSON201, uploaded.Body).Id
}

func load(ctx context.Context, client *weft.ClientWithResponses, fileId string) weft.LoaderProcess {
	types := []weft.LoaderProcessCreateLoadType{weft.LoaderProcessCreateLoadTypeCOLOR}
	mappings := map[string]string{"federatedId": "Code", "name": "Color", "hex": "Hex"}
	body := weft.LoaderProcessCreate{LoadType: &types, FileLocation: &fileId, FederatedMappings: &mappings}
	started, err := client.CreateLoaderProcessWithResponse(ctx, &weft.CreateLoaderProcessParams{}, body)
	must(err)
	process, wait := succeed(started.JSON201, started.Body), 5
	for process.Status == weft.LoaderProcessStatusPending || process.Status == weft.LoaderProcessStatusRunning {
		read, err := client.GetLoaderProcessWithResponse(ctx, process.Id, &weft.GetLoaderProcessParams{Wait: &wait})
		must(err)
		process = succeed(read.JSON200, read.Body)
	}
	return *process
}

func succeed[Body any](body *Body, text []byte) *Body {
	if body == nil {
		log.Fatalf("The call failed: %s", text)
	}
	return body
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
