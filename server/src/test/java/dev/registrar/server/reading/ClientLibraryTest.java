package dev.registrar.server.reading;

import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.github.jasminb.jsonapi.ErrorUtils;
import com.github.jasminb.jsonapi.JSONAPIDocument;
import com.github.jasminb.jsonapi.ResourceConverter;
import com.github.jasminb.jsonapi.annotations.Id;
import com.github.jasminb.jsonapi.annotations.Relationship;
import com.github.jasminb.jsonapi.annotations.Type;
import com.github.jasminb.jsonapi.models.errors.Errors;
import com.github.jasminb.jsonapi.retrofit.JSONAPIConverterFactory;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import java.io.IOException;
import java.util.List;
import okhttp3.Credentials;
import okhttp3.OkHttpClient;
import okhttp3.ResponseBody;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import retrofit2.Call;
import retrofit2.Retrofit;
import retrofit2.http.Body;
import retrofit2.http.DELETE;
import retrofit2.http.GET;
import retrofit2.http.Headers;
import retrofit2.http.PATCH;
import retrofit2.http.POST;
import retrofit2.http.Path;
import retrofit2.http.Query;

/** The service used through a published JSON:API client library, as an integrator would. */
@ExtendWith(ServiceExtension.class)
class ClientLibraryTest {
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private static final String ACCEPT = "Accept: application/vnd.api+json";
    private static final String CONTENT_TYPE = "Content-Type: application/vnd.api+json";

    @Type("courses")
    static final class Course {
        @Id
        public String id;

        @JsonProperty("course_identifier")
        public String identifier;

        @JsonProperty("course_name")
        public String name;

        @JsonProperty("last_mod_user_name")
        public String lastModifiedBy;

        @Relationship("course_terms")
        public List<Term> terms;
    }

    @Type("course_terms")
    static final class Term {
        @Id
        public String id;

        @JsonProperty("term_identifier")
        public String identifier;

        @Relationship("course")
        public Course course;
    }

    @Type("registrations")
    static final class Registration {
        @Id
        public String id;

        public String uni;
        public String enrollment;

        @Relationship("courses")
        public Course course;
    }

    interface Registrar {
        @Headers({ACCEPT, CONTENT_TYPE})
        @POST("courses/")
        Call<JSONAPIDocument<Course>> create(@Body Course course);

        @Headers({ACCEPT, CONTENT_TYPE})
        @POST("course_terms/")
        Call<JSONAPIDocument<Term>> create(@Body Term term);

        @Headers({ACCEPT, CONTENT_TYPE})
        @POST("registrations/")
        Call<JSONAPIDocument<Registration>> create(@Body Registration registration);

        @Headers(ACCEPT)
        @GET("courses/")
        Call<JSONAPIDocument<List<Course>>> find(
                @Query("filter[course_identifier]") String identifier, @Query("include") String include);

        @Headers(ACCEPT)
        @GET("registrations/{id}/")
        Call<JSONAPIDocument<Registration>> read(@Path("id") String id, @Query("include") String include);

        @Headers({ACCEPT, CONTENT_TYPE})
        @PATCH("courses/{id}/")
        Call<JSONAPIDocument<Course>> update(@Path("id") String id, @Body Course course);

        @Headers(ACCEPT)
        @DELETE("registrations/{id}/")
        Call<ResponseBody> delete(@Path("id") String id);
    }

    private Registrar registrar;

    @BeforeEach
    void a_program(Service service) {
        var converter = new ResourceConverter(JSON, Course.class, Term.class, Registration.class);
        var http = new OkHttpClient.Builder()
                .addInterceptor(chain -> chain.proceed(chain.request()
                        .newBuilder()
                        .header("Authorization", Credentials.basic("admin", "admin"))
                        .build()))
                .build();
        registrar = new Retrofit.Builder()
                .baseUrl(service.url() + "/v1/")
                .client(http)
                .addConverterFactory(new JSONAPIConverterFactory(converter))
                .build()
                .create(Registrar.class);
    }

    private static <T> T send(Call<JSONAPIDocument<T>> call) throws IOException {
        return call.execute().body().get();
    }

    private Course createCourse() throws IOException {
        var course = new Course();
        course.identifier = unique("LIB");
        course.name = "Library Science";
        return send(registrar.create(course));
    }

    @Test
    void a_client_library_can_create_and_read_resources_with_includes(Service service) throws IOException {
        var course = createCourse();
        assertThat(course.id).isNotBlank();
        assertThat(course.lastModifiedBy).isEqualTo("admin");
        assertThat(course.terms).isEmpty();

        var term = new Term();
        term.identifier = unique("LIBTERM");
        term.course = course;
        assertThat(send(registrar.create(term)).course.id).isEqualTo(course.id);

        var found = send(registrar.find(course.identifier, "course_terms"));
        assertThat(found).singleElement().satisfies(read -> {
            assertThat(read.name).isEqualTo("Library Science");
            assertThat(read.terms).extracting(included -> included.identifier).containsExactly(term.identifier);
        });
    }

    @Test
    void a_client_library_can_register_a_person_and_include_the_course(Service service) throws IOException {
        var registration = new Registration();
        registration.uni = unique("lib");
        registration.enrollment = "requested";
        registration.course = createCourse();
        var created = send(registrar.create(registration));
        assertThat(created.enrollment).isIn("confirmed", "pending");
        assertThat(send(registrar.read(created.id, "courses")).course.name).isEqualTo("Library Science");

        assertThat(registrar.delete(created.id).execute().code()).isEqualTo(204);
        assertThat(registrar.read(created.id, null).execute().code()).isEqualTo(404);
    }

    @Test
    void a_client_library_can_update_a_resource_that_it_created(Service service) throws IOException {
        var course = createCourse();
        course.name = "Information Science";
        assertThat(send(registrar.update(course.id, course)).name).isEqualTo("Information Science");
    }

    @Test
    void a_client_library_can_parse_errors(Service service) throws IOException {
        var course = createCourse();
        course.id = null;
        var rejected = registrar.create(course).execute();
        assertThat(rejected.code()).isEqualTo(409);
        var errors = ErrorUtils.parseErrorResponse(JSON, rejected.errorBody(), Errors.class)
                .getErrors();
        assertThat(errors).singleElement().satisfies(error -> {
            assertThat(error.getCode()).isEqualTo("duplicate");
            assertThat(error.getSource().getPointer()).isEqualTo("/data/attributes/course_identifier");
        });
    }
}
